import { appCalls } from '#contract/apps/app.ts'
import { scopes as everyScope } from '#contract/apps/app-labels.ts'
import { signatureRequestCalls } from '#contract/content/signature-request.ts'
import {
  changeKey,
  checkSignature,
  createApp,
  createKey,
  deleteApp,
  deleteKey,
  disableApp,
  disableKey,
  enableApp,
  enableKey,
  findApp,
  listApps,
  listRequests,
  renameApp,
  requireApp,
  rotateKey,
  saveSettings,
} from '#domain/apps/index.ts'
import { requireStepUp } from '#domain/identity/index.ts'
import { noMeasures, readBreakdown } from '#domain/message-records/index.ts'
import { plainAddress } from '#domain/platform/index.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'
import { chinaDay } from '#values/china-time.ts'

interface AppOptions {
  /** The platform's master secret, which encrypts the keys' secrets. */
  secret: string
  /** Public address of the open API. */
  openUrl: string
}

/** The secret of a new key is shown once, after step-up authentication. */
const proven = ({ tx, account, sessionId, now }: MemberContext) => requireStepUp(tx, account, { sessionId, purpose: 'secret', now: now() })

export const appHandlers = ({ secret: master, openUrl }: AppOptions) => [
  handle(appCalls.list, async ({ tx, account, now }) => {
    const today = chinaDay(now())
    const totals = new Map((await readBreakdown(tx, account, { from: today, to: today }, 'app')).map(row => [row.key, row]))
    const rows = (await listApps(tx, account, now())).map(app => {
      const { acceptedCount, segmentCount, deliveredCount, failedCount } = totals.get(app.appId) ?? noMeasures
      const finalCount = deliveredCount + failedCount
      const deliveredRate = finalCount === 0 ? null : deliveredCount / finalCount
      return { ...app, today: { messageCount: acceptedCount, segmentCount, deliveredRate } }
    })
    return { rows, openUrl }
  }),

  handle(appCalls.find, async ({ tx, account, member, address, now }, { appId }) => ({
    ...(await findApp(tx, account, { appId, phone: member.phone, now: now() })),
    openUrl,
    ownAddress: plainAddress(address),
  })),

  handle(appCalls.create, async (context, input) => {
    const { tx, account, member, now, note } = context
    await proven(context)
    const made = { memberId: member.memberId, now: now() }
    const { appId } = await createApp(tx, account, { ...input, ...made })
    const key = await createKey(tx, account, { appId, scopes: everyScope, master, ...made })
    note({ object: input.name, after: { kind: input.kind, key: key.accessKeyId } })
    return { appId, accessKeyId: key.accessKeyId, accessKeySecret: key.secret }
  }),

  handle(appCalls.rename, async ({ tx, account, note }, input) => {
    await renameApp(tx, account, input)
    note({ object: input.name })
  }),

  handle(appCalls.disable, ({ tx, account, now }, { appId }) => disableApp(tx, account, { appId, now: now() })),

  handle(appCalls.enable, ({ tx, account }, { appId }) => enableApp(tx, account, { appId })),

  handle(appCalls.delete, ({ tx, account, now }, { appId }) => deleteApp(tx, account, { appId, now: now() })),

  handle(appCalls.saveSettings, async ({ tx, account, note }, input) => {
    const before = await saveSettings(tx, account, input)
    note({ before, after: input.settings })
  }),

  handle(appCalls.createKey, async (context, { appId, scopes, note: purpose, replaces }) => {
    const { tx, account, member, now, note } = context
    await requireApp(tx, account, appId)
    await proven(context)
    const input = { appId, scopes, note: purpose, master, memberId: member.memberId, now: now() }
    const key = replaces
      ? await rotateKey(tx, account, { ...input, replaces: replaces.accessKeyId, hours: replaces.hours })
      : await createKey(tx, account, input)
    note({ object: key.accessKeyId })
    return { accessKeyId: key.accessKeyId, accessKeySecret: key.secret }
  }),

  handle(appCalls.changeKey, async ({ tx, account, note }, input) => {
    await changeKey(tx, account, input)
    note({ object: input.accessKeyId })
  }),

  handle(appCalls.disableKey, async ({ tx, account, now, note }, input) => {
    await disableKey(tx, account, { ...input, now: now() })
    note({ object: input.accessKeyId })
  }),

  handle(appCalls.enableKey, async ({ tx, account, now, note }, input) => {
    await enableKey(tx, account, { ...input, now: now() })
    note({ object: input.accessKeyId })
  }),

  handle(appCalls.deleteKey, async ({ tx, account, now, note }, input) => {
    await deleteKey(tx, account, { ...input, now: now() })
    note({ object: input.accessKeyId })
  }),

  handle(signatureRequestCalls.check, ({ tx, account, now }, input) => checkSignature(tx, account, { ...input, master, now: now() })),

  handle(appCalls.requests, async ({ tx, account }, input) => ({ rows: await listRequests(tx, account, input) })),
]
