import path from 'node:path'
import { openDb } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { startBroadcasts } from '#jobs/broadcast.ts'
import { cleanup } from '#jobs/cleanup.ts'
import { makeMessagesTask } from '#jobs/make-messages.ts'
import { endOverdue } from '#jobs/overdue.ts'
import { partitionWork } from '#jobs/partitions.ts'
import { readUploadTask } from '#jobs/read-upload.ts'
import { cleanReports } from '#jobs/report-cleanup.ts'
import { startJobs } from '#jobs/runner.ts'
import { sendCode } from '#jobs/send-code.ts'
import { endUnreported } from '#jobs/unreported.ts'
import { runProgram } from './program.ts'

await runProgram('jobs', async ({ config, databaseUrl, logger }) => {
  const files = new Files(path.join(config.dataDir, 'files'))
  const db = openDb({ url: databaseUrl, role: 'hongyan_platform', onError: error => logger.warn({ err: error }, 'idle connection lost') })
  const jobs = await startJobs({
    url: databaseUrl,
    db,
    now: () => new Date(),
    logger,
    tasks: { send_code: sendCode, make_messages: makeMessagesTask, read_upload: readUploadTask(files) },
    periodic: [startBroadcasts, cleanup, cleanReports, endOverdue, endUnreported, partitionWork(databaseUrl)],
  })
  return {
    addresses: {},
    close: async () => {
      await jobs.stop()
      await db.destroy()
    },
  }
})
