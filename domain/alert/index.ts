/** Alert rules of customers and of the platform: evaluation, receivers, delivery, quiet hours. */
export { listContacts, removeContact, requestContactEmail, requestContactPhone, saveContact } from './contact.ts'
export { claimDelivery, endDelivery, type WaitingDelivery } from './delivery.ts'
export { accountsToEvaluate, evaluateAccount } from './evaluate.ts'
export { minuteOf } from './finding.ts'
export { formatRobotMessage, letterOf, wordsOf } from './labels.ts'
export { listLimits, setLimits } from './limit.ts'
export { confirmAlerts, getAlertCounts, listAlerts, listRules, readAlert, resumeOtp } from './list.ts'
export { alertPage } from './notify.ts'
export { purgeAlerts } from './purge.ts'
export { getQuietHours, setQuietHours } from './quiet-hours.ts'
export {
  addRobot,
  callRobot,
  encryptedRobots,
  listRobots,
  type OpenRobot,
  openRobot,
  type RobotFailure,
  type RobotMessage,
  recordRobot,
  removeRobot,
} from './robot.ts'
export { addDefaultRules, addRule, changeRule, kindOf, removeRule, switchRule } from './rule.ts'
export { sendTestAlert } from './test-alert.ts'
