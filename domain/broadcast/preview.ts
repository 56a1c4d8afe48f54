import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { attestationStatusOf, dailyRoomOf } from '#domain/identity/index.ts'
import { readSendableLink } from '#domain/links/index.ts'
import type { LinkPlace } from '#domain/messages/index.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings/index.ts'
import { unitsOf } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import { isConfirmed } from './confirm.ts'
import { costOf, readyUpload } from './plan.ts'
import { sentBefore } from './sent-before.ts'
import { planTiming, type Timing } from './timing.ts'
import { unregisteredOf } from './unregistered.ts'

interface Previewed extends Timing {
  uploadId: string
  memberId: string
  now: Date
}

/** Preview of sending an upload: cost and payment, start and end, and what has to be confirmed first. Read only. */
export async function previewBroadcast(executor: Executor, account: AccountId, input: Previewed) {
  const { now } = input
  const upload = await readyUpload(executor, account, input.uploadId)
  const { kind, histogram, recipientCount } = upload
  await requireUnsent(executor, account, input.uploadId)
  const settings = await accountSettings(executor, account)
  const marketingHours = marketingHoursOf(settings)
  const codeAbove = settings.broadcastConfirmPhones
  const attestationStatus = await attestationStatusOf(executor, account, now)
  return {
    ...(await costOf(executor, account, kind, histogram, now)),
    ...planTiming({ ...input, kind, recipientCount, marketingHours }),
    // Without an attestation nothing may be sent at all, which the page says by itself.
    dailyRoom: attestationStatus === 'none' ? null : await dailyRoomOf(executor, account, attestationStatus, now),
    recipientCount,
    marketingHours,
    codeAbove,
    needsCode: recipientCount > codeAbove && !(await isConfirmed(executor, account, input)),
    needsReview: upload.template.state === 'unsent',
    sentBefore: await sentBefore(executor, account, { uploadId: input.uploadId, templateId: upload.template.templateId, now }),
    unregistered: await unregisteredOf(executor, account, upload),
    link: upload.link && (await previewLink(executor, account, { link: upload.link, recipientCount, now })),
  }
}

/** Whether the link may be sent, and the link units needed and available. */
async function previewLink(
  executor: Executor,
  account: AccountId,
  { link, recipientCount, now }: { link: LinkPlace; recipientCount: number; now: Date },
) {
  const { code, target, problem } = await readSendableLink(executor, account, link.linkId, now)
  const { total, used } = await unitsOf(executor, account, now)
  return {
    linkId: link.linkId,
    shortUrl: link.prefix + code,
    target,
    problem,
    unitCount: recipientCount,
    freeUnits: Math.max(0, total - used),
  }
}

async function requireUnsent(executor: Executor, account: AccountId, uploadId: string): Promise<void> {
  const sent = await executor
    .selectFrom('broadcast')
    .select('broadcastId')
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .where('recalledAt', 'is', null)
    .executeTakeFirst()
  if (sent) refuse('upload_already_sent')
}
