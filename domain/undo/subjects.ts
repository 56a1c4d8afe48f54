import type { UndoCounts, UndoSubject } from '#contract/undo/undo.ts'
import type { Tx } from '#db/connect.ts'
import type { DeletedObjects } from '#db/json.ts'
import { restoreEntries } from '#domain/blacklist/index.ts'
import { restoreContents } from '#domain/content/index.ts'
import { restoreLinkGroup, restoreLinks } from '#domain/links/index.ts'
import { restoreContacts, restoreLabels } from '#domain/recipients/index.ts'
import type { UndoRow } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'

/** Who undoes, when, and the start of the platform's short addresses. */
export interface Undoing {
  memberId: string
  now: Date
  shortLinkUrl: string
}

type Restore = (tx: Tx, account: AccountId, rows: readonly UndoRow[], by: Undoing) => Promise<UndoCounts>

/** How each module reverts rows of its acts, and counts what became of them. */
export const restorers: Record<UndoSubject, Restore> = {
  contact: restoreContacts,
  blacklist: restoreEntries,
  link: restoreLinks,
  signature: restoreContents('signature'),
  template: restoreContents('template'),
}

/** Creates again what an act deleted as a whole. Refuses `group_taken`, `contact_tag_taken` and `too_many`. */
export async function restoreDeleted(tx: Tx, account: AccountId, deleted: DeletedObjects): Promise<void> {
  await restoreLabels(tx, account, deleted)
  await restoreLinkGroup(tx, account, deleted)
}
