import { signInCalls } from '#contract/sign-in.ts'
import { makeCaptcha } from '#domain/account/captcha.ts'
import { requestCode } from '#domain/account/code-request.ts'
import { signInByCode } from '#domain/account/code-sign-in.ts'
import { recoverPassword } from '#domain/account/recovery.ts'
import { register } from '#domain/account/registration.ts'
import { closeSession } from '#domain/account/session.ts'
import { signInByPassword } from '#domain/account/sign-in.ts'
import { limits } from '#values/limits.ts'
import { handle, type VisitorContext } from './serve.ts'
import { clearSessionCookie, setSessionCookie } from './sessions.ts'

export interface SignInOptions {
  /** The platform's master secret. */
  secret: string
  /** Where people find the virtual handset; null where messages reach real phones. */
  handset: string | null
}

export const signInHandlers = ({ secret, handset }: SignInOptions) => [
  handle(signInCalls.captcha, async ({ now }) => ({ challenge: await makeCaptcha(secret, now()) })),

  handle(signInCalls.handset, async () => ({ handset })),

  handle(signInCalls.byPassword, async (context, { login, password, captcha }) =>
    enter(context, await signInByPassword(context.db, secret, { login, password, captcha, ...originOf(context) })),
  ),

  handle(signInCalls.sendCode, async ({ db, address, now }, { phone, purpose, captcha }) => {
    await requestCode(db, secret, { phone, purpose, captcha, address, now: now() })
    return { nextAfterSeconds: limits.oneTimeCodePauseSeconds }
  }),

  handle(signInCalls.byCode, async (context, { phone, code }) =>
    enter(context, await signInByCode(context.db, secret, { phone, code, ...originOf(context) })),
  ),

  handle(signInCalls.register, async (context, { phone, code, password, login }) =>
    enter(context, await register(context.db, secret, { phone, code, password, login, ...originOf(context) })),
  ),

  handle(signInCalls.recover, async (context, { phone, code, password }) => {
    await recoverPassword(context.db, secret, { phone, code, password, ...originOf(context) })
    return {}
  }),

  handle(signInCalls.signOut, async ({ db, sessionId, http }) => {
    await closeSession(db, sessionId)
    clearSessionCookie(http.request, http.reply)
    return {}
  }),
]

const originOf = ({ address, agent, now }: VisitorContext) => ({ address, agent, now: now() })

/** Gives the browser its new session. Whoever signs in leaves the session that the browser came with. */
async function enter({ db, session, http }: VisitorContext, token: string): Promise<Record<string, never>> {
  if (session) await closeSession(db, session.sessionId)
  setSessionCookie(http.request, http.reply, token)
  return {}
}
