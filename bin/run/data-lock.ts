import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { itemOrThrow } from '#values/or-throw.ts'

/** Status of flock when another process has the lock. */
const takenStatus = 1

/**
 * Takes a data folder for this process until it closes the lock or ends, however it ends: the kernel keeps the lock at
 * the open file, which no child process inherits. Throws one line when another process has it.
 */
export async function lockDataFolder(dataDir: string): Promise<FileHandle> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const name = path.join(dataDir, 'lock')
  const file = await open(name, 'a', 0o600)
  // Node has no call for it; util-linux is on every Debian. The lock belongs to the open file, not to the program.
  const child = spawn('flock', ['--nonblock', '3'], { stdio: ['ignore', 'ignore', 'inherit', file.fd] })
  const [status]: unknown[] = await once(child, 'exit')
  if (status === 0) {
    await file.truncate()
    await file.write(`${process.pid}\n`)
    return file
  }
  await file.close()
  if (status !== takenStatus) throw new Error(`数据文件夹 ${dataDir} 不能加锁，请换到本机的文件系统`)
  const holder = itemOrThrow((await readFile(name, 'utf8')).split('\n'), 0)
  throw new Error(`数据文件夹已被另一个正在运行的实例使用（进程 ${holder || '未知'}），请先停止它或更换 DATA_DIR`)
}
