import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { esmeCalls } from '#contract/apps/esme.ts'
import { openEsme, readEsme, requireApp, resetEsmePassword, saveEsme, setEsmeIngress } from '#domain/apps/index.ts'
import { requireStepUp } from '#domain/identity/index.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'

interface EsmeOptions {
  /** The platform's master secret: passwords are stored as a keyed hash, or encrypted. */
  secret: string
  /** Where programs log in, `host:port`. */
  addresses: Readonly<Record<EsmeProtocol, string>>
}

/** A password is shown once, after step-up authentication. */
const proven = ({ tx, account, sessionId, now }: MemberContext) => requireStepUp(tx, account, { sessionId, purpose: 'secret', now: now() })

export const esmeHandlers = ({ secret, addresses }: EsmeOptions) => [
  handle(esmeCalls.find, async ({ tx, account, now }, { appId, protocol }) => ({
    address: addresses[protocol],
    ...(await readEsme(tx, account, { appId, protocol, now: now() })),
  })),
  handle(esmeCalls.open, async (context, asked) => {
    const { tx, account, now } = context
    await requireApp(tx, account, asked.appId)
    await proven(context)
    return openEsme(tx, account, { ...asked, secret, now: now() })
  }),
  handle(esmeCalls.resetPassword, async (context, asked) => {
    const { tx, account, now } = context
    await requireApp(tx, account, asked.appId)
    await proven(context)
    return resetEsmePassword(tx, account, { ...asked, secret, now: now() })
  }),
  handle(esmeCalls.save, ({ tx, account }, wanted) => saveEsme(tx, account, wanted)),
  handle(esmeCalls.setIngress, ({ tx, account }, wanted) => setEsmeIngress(tx, account, wanted)),
]
