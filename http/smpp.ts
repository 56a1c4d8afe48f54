import { smppCalls } from '#contract/smpp.ts'
import { requireStepUp } from '#domain/account/step-up.ts'
import { requireApp } from '#domain/app/app.ts'
import { openSmpp, resetSmppPassword, saveSmpp, setSmppDoor } from '#domain/app/smpp-account.ts'
import { readSmpp } from '#domain/app/smpp-read.ts'
import { handle, type MemberContext } from './serve.ts'

interface SmppOptions {
  /** The platform's master secret: a password is only kept as a mark of it. */
  secret: string
  /** Where programs bind, `host:port`. */
  address: string
}

/** A password is shown once, to who has just proven to be themselves. */
const proven = ({ tx, account, sessionId, now }: MemberContext) => requireStepUp(tx, account, { sessionId, purpose: 'secret', now: now() })

export const smppHandlers = ({ secret, address }: SmppOptions) => [
  handle(smppCalls.find, async ({ tx, account, now }, { appId }) => ({ address, ...(await readSmpp(tx, account, appId, now())) })),
  handle(smppCalls.open, async (context, { appId }) => {
    const { tx, account, now } = context
    await requireApp(tx, account, appId)
    await proven(context)
    return openSmpp(tx, account, { appId, secret, now: now() })
  }),
  handle(smppCalls.resetPassword, async (context, { appId }) => {
    const { tx, account, now } = context
    await requireApp(tx, account, appId)
    await proven(context)
    return resetSmppPassword(tx, account, { appId, secret, now: now() })
  }),
  handle(smppCalls.save, async ({ tx, account }, { appId, ...limits }) => {
    await saveSmpp(tx, account, appId, limits)
    return {}
  }),
  handle(smppCalls.setDoor, async ({ tx, account }, { appId, isOpen }) => {
    await setSmppDoor(tx, account, appId, isOpen)
    return {}
  }),
]
