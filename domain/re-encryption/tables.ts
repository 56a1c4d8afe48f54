import { encryptedRobots } from '#domain/alert/index.ts'
import { encryptedEsmeSecrets, encryptedKeys } from '#domain/apps/index.ts'
import { encryptedChannels } from '#domain/channels/index.ts'
import { encryptedIdentities, encryptedMemberTotp } from '#domain/identity/index.ts'
import { encryptedReceivers } from '#domain/on-call/index.ts'
import type { EncryptedTable } from '#domain/platform/index.ts'
import { encryptedWebhooks } from '#domain/push/index.ts'
import { encryptedStaffTotp } from '#domain/staff/index.ts'

/** Every table with encrypted columns. */
export const encryptedTables: readonly EncryptedTable[] = [
  encryptedChannels,
  encryptedKeys,
  encryptedEsmeSecrets,
  encryptedWebhooks,
  encryptedMemberTotp,
  encryptedStaffTotp,
  encryptedIdentities,
  encryptedRobots,
  encryptedReceivers,
]
