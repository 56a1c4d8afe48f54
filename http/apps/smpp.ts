import { smppCalls } from '#contract/apps/smpp.ts'
import { openSmpp, readSmpp, requireApp, resetSmppPassword, saveSmpp, setSmppIngress } from '#domain/apps/index.ts'
import { requireStepUp } from '#domain/identity/index.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'

interface SmppOptions {
  /** The platform's master secret: only a keyed hash of a password is stored. */
  secret: string
  /** Address for binds, `host:port`. */
  address: string
}

/** A password is shown once, after step-up authentication. */
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
  handle(smppCalls.save, ({ tx, account }, { appId, ...limits }) => saveSmpp(tx, account, appId, limits)),
  handle(smppCalls.setIngress, ({ tx, account }, { appId, isOpen }) => setSmppIngress(tx, account, appId, isOpen)),
]
