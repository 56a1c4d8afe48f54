import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { chinaDay } from '#values/china-time.ts'
import { isCluster, makeTemplate, testNodes } from './citus.ts'
import { deleteLeftFolders } from './folder.ts'
import { startPlatform } from './platform.ts'
import { setRecallSeconds } from './recall.ts'

/**
 * One installation with its demo, created once and stopped: every browser test file starts from a copy of its folder.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (isCluster) {
    await makeTemplate(testNodes())
    return undefined
  }
  await deleteLeftFolders()
  const platform = await startPlatform()
  // What is sent in browser tests is sent at once, but where recalling is what is tested.
  await setRecallSeconds(platform, 0)
  const status = await platform.stop({ keepsData: true })
  if (status !== 0) throw new Error(`the product ended with status ${status}`)
  // No test simulates a power failure, so its copies need not wait for the disk.
  const settings = path.join(platform.dataDir, 'postgres/cluster/postgresql.auto.conf')
  await appendFile(settings, 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n')
  process.env.TEST_PLATFORM = platform.dataDir
  process.env.TEST_PLATFORM_DAY = chinaDay(Date.now())
  return () => rm(platform.dataDir, { recursive: true, force: true })
}
