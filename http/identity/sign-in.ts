import type { CallAnswer } from '#contract/call.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { register } from '#domain/account/index.ts'
import {
  answerChallenge,
  closeSession,
  type Entry,
  makeCaptcha,
  recoverPassword,
  redeemImpersonation,
  requestChallengeCode,
  requestCode,
  signInByCode,
  signInByPassword,
} from '#domain/identity/index.ts'
import { refuseUnroutedCode, sendPlatformMessage } from '#domain/messages/index.ts'
import { grantInitialUnits } from '#domain/visits/index.ts'
import { handle, type VisitorContext } from '#http/server/serve.ts'
import { clearSessionCookie, deviceOf, setDeviceCookie, setSessionCookie } from '#http/server/sessions.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'

export interface SignInOptions {
  /** The platform's master secret. */
  secret: string
  /** Address of the virtual handset; null where messages reach real phones. */
  handset: string | null
}

export const signInHandlers = ({ secret, handset }: SignInOptions) => [
  handle(signInCalls.captcha, async ({ now }) => ({ challenge: await makeCaptcha(secret, now()) })),

  handle(signInCalls.handset, async () => ({ handset })),

  handle(signInCalls.byPassword, async (context, { login, password, captcha }) =>
    toSignInAnswer(context, await signInByPassword(context.db, secret, { login, password, captcha, ...originOf(context) })),
  ),

  handle(signInCalls.sendCode, async ({ db, address, now }, { phone, purpose, captcha }) => {
    await refuseUnroutedCode(db, phone)
    await requestCode(db, secret, { phone, purpose, captcha, address, now: now() })
    return { nextAfterSeconds: limits.oneTimeCodePauseSeconds }
  }),

  handle(signInCalls.byCode, async (context, { phone, code }) =>
    toSignInAnswer(context, await signInByCode(context.db, secret, { phone, code, ...originOf(context) })),
  ),

  handle(signInCalls.sendChallengeCode, async ({ db, address, now }, { token }) => {
    const { phone, code } = await requestChallengeCode(db, secret, { token, address, now: now() })
    await sendPlatformMessage(db, { phone, templateCode: 'SMS_100002', parameters: { code }, now: now() })
    return { nextAfterSeconds: limits.oneTimeCodePauseSeconds }
  }),

  handle(signInCalls.answerChallenge, async (context, { token, code }) =>
    enter(context, await answerChallenge(context.db, secret, { token, code, ...originOf(context) })),
  ),

  handle(signInCalls.redeemImpersonation, async (context, { token }) => {
    const { db, session, http } = context
    const entered = await redeemImpersonation(db, { token, ...originOf(context) })
    if (session) await closeSession(db, session.sessionId)
    setSessionCookie(http.request, http.reply, entered)
  }),

  handle(signInCalls.register, async (context, { phone, code, password, login }) =>
    enter(context, await register(context.db, secret, { phone, code, password, login, welcome: grantInitialUnits, ...originOf(context) })),
  ),

  handle(signInCalls.recover, (context, { phone, code, password }) =>
    recoverPassword(context.db, secret, { phone, code, password, ...originOf(context) }),
  ),

  handle(signInCalls.signOut, async ({ tx, sessionId, http }) => {
    await closeSession(tx, sessionId)
    clearSessionCookie(http.request, http.reply)
  }),
]

export const originOf = ({ address, agent, now, http }: VisitorContext) => ({ address, agent, now: now(), device: deviceOf(http.request) })

async function toSignInAnswer(context: VisitorContext, { token, challenge }: Entry): Promise<CallAnswer<typeof signInCalls.byPassword>> {
  if (challenge) return { challenge: { ...challenge, phone: maskPhone(challenge.phone) } }
  await enter(context, token)
  return { challenge: null }
}

/** Gives the browser its new session and ends the one that it had before. */
export async function enter(context: VisitorContext, token: string): Promise<Record<string, never>> {
  const { db, session, http } = context
  if (session) await closeSession(db, session.sessionId)
  setSessionCookie(http.request, http.reply, token)
  setDeviceCookie(http.request, http.reply, originOf(context).device)
  return {}
}
