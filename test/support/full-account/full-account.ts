import { asAccount, type Db } from '#db/connect.ts'
import { encodeId, type IdNoun } from '#values/id.ts'
import { prepareUpload } from '../broadcast.ts'
import { addAlert, addApp } from './app.ts'
import { addFinance } from './finance.ts'
import { addInvoices } from './invoices.ts'
import { addLinks } from './links.ts'
import { addPeople } from './people.ts'
import { addPhonebook } from './phonebook.ts'
import { addSms } from './sms.ts'

/** Stored ids, by the names under which calls take them. */
export type Ids = Record<string, string>

/** An account with one of everything that calls identify by an id. Its texts and numbers are the canary's. */
export async function createFullAccount(db: Db, now: Date) {
  const { account, memberId, signatureId, templateId, uploadId } = await prepareUpload(db, now, 3)
  const owner = { account, memberId, now }
  const ids = await asAccount(db, account, async tx => {
    const sms = await addSms(tx, owner, { signatureId, templateId })
    const phonebook = await addPhonebook(tx, owner)
    return {
      memberId,
      signatureId,
      defaultSignatureId: signatureId,
      templateId,
      uploadId,
      addedId: uploadId,
      ...sms,
      ...phonebook,
      ...(await addLinks(tx, owner, { ...sms, ...phonebook })),
      ...(await addFinance(tx, owner)),
      ...(await addInvoices(tx, owner)),
      ...(await addPeople(tx, owner)),
      ...(await addApp(tx, owner)),
      ...(await addAlert(tx, owner)),
    } satisfies Ids
  })
  return { account, memberId, ids: ids as Ids }
}

const nouns: Record<string, IdNoun> = {
  ruleId: 'alertRule',
  alertId: 'alert',
  alertContactId: 'alertContact',
  robotId: 'alertRobot',
  claimId: 'claim',
  slipId: 'file',
  withdrawalId: 'withdrawal',
  signatureId: 'signature',
  templateId: 'template',
  uploadId: 'upload',
  addedId: 'upload',
  broadcastId: 'broadcast',
  messageId: 'message',
  inboundId: 'inbound',
  blacklistId: 'blacklist',
  groupId: 'group',
  contactId: 'contact',
  exportId: 'export',
  grantId: 'grant',
  memberId: 'member',
  draftId: 'draft',
  shareId: 'share',
  appId: 'app',
  webhookId: 'webhook',
  attemptId: 'pushAttempt',
  defaultSignatureId: 'signature',
  parentId: 'group',
  tagId: 'tag',
  taskId: 'task',
  undoId: 'undo',
  linkId: 'link',
  linkGroupId: 'linkGroup',
  linkBatchId: 'linkBatch',
  rechargeId: 'recharge',
  titleId: 'invoiceTitle',
  addressId: 'invoiceAddress',
  emailId: 'invoiceEmail',
  fileId: 'file',
  orderId: 'order',
  sessionId: 'session',
  invitationId: 'invitation',
  closingId: 'closing',
  changeId: 'phoneChange',
  requestId: 'invoice',
  auditId: 'activity',
  notificationId: 'notification',
  contactPersonId: 'accountContact',
}
/** Ids without a prefix: programs get them as they are stored. */
const plainIds = ['accessKeyId']
/** Whether a full account has an id for this field. */
export const isKnownId = (field: string) => field in nouns || plainIds.includes(field)

/** An id of an account in its wire form. */
export const sentId = (field: string, ids: Ids) => (plainIds.includes(field) ? ids[field]! : encodeId(nouns[field]!, ids[field]!))
