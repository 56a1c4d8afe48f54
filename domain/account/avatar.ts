import sharp from 'sharp'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/**
 * Re-encodes an uploaded picture as a WebP square of 256 pixels, which drops all metadata. Refuses `picture_unreadable`
 * for anything but JPEG, PNG or WebP, or for too many pixels.
 */
export async function encodeAvatar(picture: Buffer): Promise<Buffer> {
  try {
    const image = sharp(picture, { limitInputPixels: limits.avatarPixels, failOn: 'error' })
    const { format } = await image.metadata()
    if (!['jpeg', 'png', 'webp'].includes(format ?? '')) refuse('picture_unreadable')
    const side = limits.avatarSidePixels
    return await image.rotate().resize(side, side, { fit: 'cover' }).flatten({ background: '#ffffff' }).webp({ quality: 82 }).toBuffer()
  } catch {
    refuse('picture_unreadable')
  }
}

/** Sets a member's avatar, drawn by `encodeAvatar`, or removes it. */
export async function setAvatar(tx: Tx, account: AccountId, memberId: string, picture: Buffer | null): Promise<void> {
  const avatarId = picture ? newId() : null
  await tx.deleteFrom('memberAvatar').where('accountId', '=', account).where('memberId', '=', memberId).execute()
  if (picture && avatarId) await tx.insertInto('memberAvatar').values({ accountId: account, memberId, avatarId, picture }).execute()
  await tx.updateTable('member').set({ avatarId }).where('accountId', '=', account).where('memberId', '=', memberId).execute()
}

/** The bytes (WebP) of a member's avatar. Refuses `not_found`. */
export async function readAvatar(tx: Tx, account: AccountId, avatarId: string): Promise<Buffer> {
  const row = await tx
    .selectFrom('memberAvatar')
    .select('picture')
    .where('accountId', '=', account)
    .where('avatarId', '=', avatarId)
    .executeTakeFirst()
  return row?.picture ?? refuse('not_found')
}
