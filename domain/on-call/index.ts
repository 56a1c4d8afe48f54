/** Notices to staff on duty: findings about the platform, receivers, episodes of alerts, deliveries. */
export { announceAlerts, purgeOnCall } from './announce.ts'
export { claimNotice, endNotice, listNotices, type Notice, recordTest } from './delivery.ts'
export { checkPlatform } from './finding.ts'
export { addReceiver, changeReceiver, encryptedReceivers, listReceivers, openReceiver, removeReceiver } from './receiver.ts'
export { formatLetter, formatMessage, testNotice } from './text.ts'
