import { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { findSubmit } from '#domain/apps/index.ts'
import { cancelMessage, findAppMessage } from '#domain/message-records/index.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import type { CancelSm, QuerySm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { formatSmppTime } from '#protocol/smpp/time.ts'
import type { BoundAccount } from '../bound-account.ts'
import type { EsmeContext } from '../context.ts'
import { stateWord } from '../delivery.ts'
import { decodeMessageId } from './message-id.ts'
import { stateNumber } from './receipt.ts'

/**
 * query_sm: the state of a submission, of a message or of a part that waits for the other parts or was refused with
 * them.
 */
export async function answerQuery(
  boundAccount: BoundAccount,
  request: QuerySm,
  connection: SmppConnection,
  { db, logger }: EsmeContext,
): Promise<void> {
  const { account, appId, loginName } = boundAccount.login
  const submitId = decodeMessageId(request.messageId)
  if (!submitId) {
    connection.answerQuery(request, statuses.invalidMessageId)
    return
  }
  try {
    const found = await asAccount(db, account, async tx => {
      const submit = await findSubmit(tx, account, appId, submitId)
      if (submit?.end) return { state: submit.end.state, finishedAt: submit.end.at }
      if (submit && submit.messageId === null) return { state: 'queued', finishedAt: null }
      return findAppMessage(tx, account, appId, submit?.messageId ?? submitId)
    })
    if (!found) connection.answerQuery(request, statuses.queryFailed)
    else
      connection.answerQuery(request, statuses.ok, {
        finalDate: found.finishedAt ? formatSmppTime(found.finishedAt) : '',
        messageState: stateNumber(stateWord(found.state)),
        errorCode: 0,
      })
  } catch (error) {
    logger.warn({ err: error, login: loginName, messageId: submitId }, 'query_sm not answered')
    connection.answerQuery(request, statuses.systemError)
  }
}

/**
 * cancel_sm: cancels a scheduled message that is not on its way. Only one message by its id: canceling all from one
 * number to another would be a guess.
 */
export async function answerCancel(
  boundAccount: BoundAccount,
  request: CancelSm,
  connection: SmppConnection,
  { db, now, logger }: EsmeContext,
): Promise<void> {
  const { account, appId, loginName } = boundAccount.login
  const submitId = decodeMessageId(request.messageId)
  if (!submitId) {
    connection.answerCancel(request, statuses.invalidMessageId)
    return
  }
  try {
    await asAccount(db, account, async tx => {
      const submit = await findSubmit(tx, account, appId, submitId)
      await cancelMessage(tx, account, { appId, messageId: submit?.messageId ?? submitId, now: now() })
    })
    connection.answerCancel(request, statuses.ok)
  } catch (error) {
    if (!(error instanceof Refusal)) logger.warn({ err: error, login: loginName, messageId: submitId }, 'cancel_sm not answered')
    connection.answerCancel(request, error instanceof Refusal ? statuses.cancelFailed : statuses.systemError)
  }
}
