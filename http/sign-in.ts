import { signInCalls } from '#contract/sign-in.ts'
import { makeCaptcha } from '#domain/account/captcha.ts'
import { closeSession } from '#domain/account/session.ts'
import { signInByPassword } from '#domain/account/sign-in.ts'
import { handle } from './serve.ts'
import { clearSessionCookie, setSessionCookie } from './sessions.ts'

export const signInHandlers = (secret: string) => [
  handle(signInCalls.captcha, async ({ now }) => ({ challenge: await makeCaptcha(secret, now()) })),

  handle(signInCalls.byPassword, async ({ db, session, address, agent, now, http }, { login, password, captcha }) => {
    const token = await signInByPassword(db, secret, { login, password, captcha, address, agent, now: now() })
    // Whoever signs in leaves the session that the browser came with.
    if (session) await closeSession(db, session.sessionId)
    setSessionCookie(http.request, http.reply, token)
    return {}
  }),

  handle(signInCalls.signOut, async ({ db, sessionId, http }) => {
    await closeSession(db, sessionId)
    clearSessionCookie(http.request, http.reply)
    return {}
  }),
]
