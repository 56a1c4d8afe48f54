import { runProgram } from '#bin/run/program.ts'
import { dialedHost } from '#bin/settings/config.ts'
import { openArchive, openFiles } from '#bin/settings/files.ts'
import { openDb } from '#db/connect.ts'
import { auditKey } from '#domain/identity/index.ts'
import { openDns, runLinkTask } from '#domain/links/index.ts'
import { WebhookClient, webhookWorld } from '#domain/push/index.ts'
import { importBlacklist, runContactTask } from '#domain/recipients/index.ts'
import { runUndo } from '#domain/undo/index.ts'
import { answerOptOutTask } from '#jobs/answer-opt-out.ts'
import { archiveMessages } from '#jobs/archive-messages.ts'
import { watchAttestations } from '#jobs/attestation-expiry.ts'
import { startBroadcasts } from '#jobs/broadcast.ts'
import { chainAuditLog, saveAudit } from '#jobs/chain-audit-log.ts'
import { checkDomains } from '#jobs/check-domain.ts'
import { checkLedgersTask, checkNightly } from '#jobs/check-ledgers.ts'
import { cleanup } from '#jobs/cleanup.ts'
import { closeAccounts } from '#jobs/close-accounts.ts'
import { closeMonths } from '#jobs/close-bills.ts'
import { compareStatements, compareStatementTask } from '#jobs/compare-statements.ts'
import { startDelivery } from '#jobs/deliver-events.ts'
import { endOrders } from '#jobs/end-orders.ts'
import { erasePersonalData } from '#jobs/erase-personal-data.ts'
import { expireEsmeParts } from '#jobs/esme-parts.ts'
import { purgeEvents } from '#jobs/event-cleanup.ts'
import { endBonuses } from '#jobs/expire-bonuses.ts'
import { expireReversals } from '#jobs/expire-reversals.ts'
import { purgeExportFiles } from '#jobs/export-cleanup.ts'
import { keepUnfinishedInbound } from '#jobs/inbound-part.ts'
import { purgeLinks } from '#jobs/link-cleanup.ts'
import { makeLinksTask } from '#jobs/make-links.ts'
import { makeMessagesTask } from '#jobs/make-messages.ts'
import { measurePlatform } from '#jobs/measure-platform.ts'
import { notifyAlert } from '#jobs/notify-alert.ts'
import { notifyMembers } from '#jobs/notify-members.ts'
import { notifyOnCall } from '#jobs/notify-on-call.ts'
import { optOutEverywhere } from '#jobs/opt-out-everywhere.ts'
import { endOverdue } from '#jobs/overdue.ts'
import { partitionWork } from '#jobs/partitions.ts'
import { pollPayments } from '#jobs/poll-payments.ts'
import { pollRefunds } from '#jobs/poll-refunds.ts'
import { purgeAnnouncements } from '#jobs/purge-announcements.ts'
import { purgeOldReplies } from '#jobs/purge-replies.ts'
import { reEncryptAfterRotation } from '#jobs/re-encrypt.ts'
import { readUploadTask } from '#jobs/read-upload.ts'
import { rebuyPackages } from '#jobs/rebuy-packages.ts'
import { purgeReports } from '#jobs/report-cleanup.ts'
import { resumableTask } from '#jobs/resumable-task.ts'
import { reviewChannelQuality } from '#jobs/review-channels.ts'
import { rollUpStatistics } from '#jobs/roll-up.ts'
import { purgeVisitSteps, rollUpVisitFigures } from '#jobs/roll-up-visits.ts'
import { startJobs } from '#jobs/runner.ts'
import { sendCode } from '#jobs/send-code.ts'
import { openTransport, sendMail } from '#jobs/send-mail.ts'
import { endSandbox, purgeSandboxMessages } from '#jobs/settle-sandbox.ts'
import type { JobTask } from '#jobs/task.ts'
import { endUnreported } from '#jobs/unreported.ts'
import { purgeUploads } from '#jobs/upload-cleanup.ts'
import { purgeAlertsDaily, watchAlerts } from '#jobs/watch-alerts.ts'
import { watchEvents } from '#jobs/watch-events.ts'
import { watchShortLinks } from '#jobs/watch-links.ts'
import { watchPackages } from '#jobs/watch-packages.ts'
import { watchPlatform } from '#jobs/watch-platform.ts'
import { writeExportTask } from '#jobs/write-export.ts'
import { openGateways } from '#payment/settings.ts'
import { limits } from '#values/limits.ts'

await runProgram('jobs', async ({ config, secret, urls, logger, now }) => {
  const shortLinkUrl = config.shortLinkUrl ?? 'http://short.invalid'
  const files = openFiles(config, secret)
  const archive = openArchive(config, secret, urls.direct)
  const onError = (error: Error) => logger.warn({ err: error }, 'idle connection lost')
  const common = { url: urls.platform, role: 'hongyan_platform', onError } as const
  const db = openDb({ ...common, name: 'jobs', statementTimeoutMs: limits.jobStatementMs })
  // A code is over after minutes: it has connections of its own, and waits neither for long work nor for a hanging one.
  const codeDb = openDb({ ...common, name: 'codes', max: 2, statementTimeoutMs: limits.statementMs })
  const replicaDb =
    urls.replica === null
      ? null
      : openDb({ ...common, url: urls.replica, name: 'replica', max: 4, statementTimeoutMs: limits.jobStatementMs })
  const gateways = await openGateways(config.paymentFile ?? null, now)
  const mail = openTransport(config.smtpUrl)
  const consoleUrl = config.publicUrl ?? `http://${dialedHost(config.host)}:${config.consolePort}`
  const adminUrl = config.adminPublicUrl ?? `http://${dialedHost(config.host)}:${config.adminPort}`
  const robots = new WebhookClient(webhookWorld(false))
  // Lanes with workers of their own: a code never waits behind a file of a million numbers.
  const lanes: Record<string, JobTask>[] = [
    { send_code: (payload, context) => sendCode(payload, { ...context, db: codeDb }) },
    {
      notify_members: notifyMembers(consoleUrl),
      send_mail: sendMail(mail, config.mailFrom),
    },
    { notify_alert: notifyAlert({ secret, consoleUrl, client: robots }) },
    { notify_on_call: notifyOnCall({ secret, adminUrl, client: robots }) },
    { opt_out_everywhere: optOutEverywhere, answer_opt_out: answerOptOutTask },
    { make_messages: makeMessagesTask(files) },
    {
      read_upload: readUploadTask(files),
      import_blacklist: resumableTask((account, uploadId, options) => importBlacklist(account, uploadId, { ...options, files })),
    },
    { contact_task: resumableTask((account, taskId, options) => runContactTask(account, taskId, { ...options, files })) },
    { link_task: resumableTask((account, taskId, options) => runLinkTask(account, taskId, { ...options, shortLinkUrl })) },
    { undo: resumableTask((account, taskId, options) => runUndo(account, taskId, { ...options, shortLinkUrl })) },
    { make_links: makeLinksTask(files, shortLinkUrl) },
    { write_export: writeExportTask(files, replicaDb) },
    { compare_statement: compareStatementTask(gateways) },
    { check_ledgers: checkLedgersTask },
  ]
  const periodic = [
    chainAuditLog(auditKey(secret)),
    saveAudit(auditKey(secret), { dataDir: config.dataDir, keptDays: config.keep.logDays }),
    purgeAnnouncements,
    watchPackages,
    rebuyPackages,
    endBonuses,
    startBroadcasts,
    cleanup,
    closeAccounts,
    erasePersonalData(archive),
    purgeUploads(files),
    watchAttestations,
    purgeExportFiles(files),
    purgeReports,
    purgeEvents,
    watchEvents,
    watchPlatform,
    purgeLinks,
    endOverdue,
    endSandbox,
    purgeSandboxMessages,
    endUnreported,
    keepUnfinishedInbound,
    expireEsmeParts,
    reviewChannelQuality,
    rollUpStatistics,
    rollUpVisitFigures,
    purgeVisitSteps,
    pollPayments(gateways),
    pollRefunds(gateways),
    compareStatements(gateways),
    endOrders(gateways),
    expireReversals,
    watchShortLinks,
    closeMonths,
    checkNightly,
    measurePlatform,
    watchAlerts,
    purgeAlertsDaily,
    checkDomains({ dns: openDns(config.dnsServers), shortLinkUrl }),
    ...(config.keep.replyMonths === null ? [] : [purgeOldReplies(config.keep.replyMonths)]),
    partitionWork(config.keep.visitMonths),
    ...(config.keep.messageMonths === null ? [] : [archiveMessages(archive, config.keep.messageMonths)]),
    reEncryptAfterRotation({ secret, files, archive }),
  ]
  const jobs = await startJobs({ url: urls.direct, db, now, logger, lanes, periodic })
  // Customers' servers are slow: webhook delivery has connections of its own.
  const eventDb = openDb({ ...common, name: 'webhooks', max: 6, statementTimeoutMs: limits.platformStatementMs })
  const webhookClient = new WebhookClient(webhookWorld(config.allowsWebhookLoopback))
  const delivery = startDelivery({ db: eventDb, secret, now, client: webhookClient, logger })
  return {
    addresses: {},
    close: async () => {
      await delivery.stop()
      webhookClient.close()
      await eventDb.destroy()
      await jobs.stop()
      mail?.close()
      robots.close()
      await Promise.all([db.destroy(), codeDb.destroy(), replicaDb?.destroy()])
    },
  }
})
