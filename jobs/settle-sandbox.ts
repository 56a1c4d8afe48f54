import { enqueueSandboxEvents, purgeSandbox, settleSandbox } from '#domain/messages/index.ts'
import { limits } from '#values/limits.ts'
import type { PeriodicWork } from './task.ts'

const dayMs = 86_400_000

/** Gives test messages the results that their numbers define. */
export const endSandbox: PeriodicWork = {
  name: 'settle-sandbox',
  everyMs: 500,
  run: async ({ db, now }) => {
    const at = now()
    await settleSandbox(db, at, (tx, account, ended) => enqueueSandboxEvents(tx, account, ended, at))
  },
}

/** Purges old test messages. */
export const purgeSandboxMessages: PeriodicWork = {
  name: 'clean-sandbox',
  everyMs: 3_600_000,
  run: ({ db, now }) => purgeSandbox(db, new Date(now().getTime() - limits.sandboxDays * dayMs)),
}
