import path from 'node:path'
import { openDb } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { answerOptOutTask } from '#jobs/answer-opt-out.ts'
import { startBroadcasts } from '#jobs/broadcast.ts'
import { cleanup } from '#jobs/cleanup.ts'
import { contactTask } from '#jobs/contact-task.ts'
import { cleanUpExports } from '#jobs/export-cleanup.ts'
import { importBlacklistTask } from '#jobs/import-blacklist.ts'
import { keepUnfinishedInbound } from '#jobs/inbound-part.ts'
import { landingEverywhere } from '#jobs/landing-everywhere.ts'
import { makeMessagesTask } from '#jobs/make-messages.ts'
import { endOverdue } from '#jobs/overdue.ts'
import { partitionWork } from '#jobs/partitions.ts'
import { readUploadTask } from '#jobs/read-upload.ts'
import { cleanReports } from '#jobs/report-cleanup.ts'
import { rollUpStatistics } from '#jobs/roll-up.ts'
import { startJobs } from '#jobs/runner.ts'
import { sendCode } from '#jobs/send-code.ts'
import type { JobTask } from '#jobs/task.ts'
import { endUnreported } from '#jobs/unreported.ts'
import { cleanUploads } from '#jobs/upload-cleanup.ts'
import { writeExportTask } from '#jobs/write-export.ts'
import { runProgram } from './program.ts'

await runProgram('jobs', async ({ config, databaseUrl, logger }) => {
  const files = new Files(path.join(config.dataDir, 'files'))
  const db = openDb({ url: databaseUrl, role: 'hongyan_platform', onError: error => logger.warn({ err: error }, 'idle connection lost') })
  const surroundings = { url: databaseUrl, db, now: () => new Date(), logger }
  // Each kind of work has workers of its own: a code never waits behind a file of a million numbers.
  const lanes: Record<string, JobTask>[] = [
    { send_code: sendCode },
    { landing_everywhere: landingEverywhere, answer_opt_out: answerOptOutTask },
    { make_messages: makeMessagesTask },
    { read_upload: readUploadTask(files), import_blacklist: importBlacklistTask(files) },
    { contact_task: contactTask(files) },
    { write_export: writeExportTask(files) },
  ]
  const periodic = [
    startBroadcasts,
    cleanup,
    cleanUploads(files),
    cleanUpExports(files),
    cleanReports,
    endOverdue,
    endUnreported,
    keepUnfinishedInbound,
    rollUpStatistics,
    partitionWork(databaseUrl),
  ]
  const jobs = await Promise.all(
    lanes.map((tasks, index) => startJobs({ ...surroundings, tasks, concurrency: 2, periodic: index === 0 ? periodic : [] })),
  )
  return {
    addresses: {},
    close: async () => {
      await Promise.all(jobs.map(lane => lane.stop()))
      await db.destroy()
    },
  }
})
