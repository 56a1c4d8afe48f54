import { linkListCalls } from '#contract/links/link-list.ts'
import {
  cancelLinkTask,
  countLinks,
  createLinkGroup,
  deleteLinkGroup,
  linkFigures,
  linkFilters,
  linkHistory,
  linkHours,
  listBatches,
  listLinkGroups,
  listLinks,
  listLinkTasks,
  renameLinkGroup,
  runLinkBulkAction,
  startLinkTask,
} from '#domain/links/index.ts'
import { reversibly, startReversibly } from '#http/server/reversibly.ts'
import { handle } from '#http/server/serve.ts'

/** `shortLinkUrl`: base of the platform's own short links. */
export const linkListHandlers = (shortLinkUrl: string) => [
  handle(linkListCalls.list, ({ tx, account, now }, { order, cursor, pageSize, ...filter }) =>
    listLinks(tx, account, filter, { order, cursor, pageSize, now: now(), shortLinkUrl }),
  ),
  handle(linkListCalls.count, async ({ tx, account, now }, filter) => ({
    count: await countLinks(tx, account, filter, { now: now(), shortLinkUrl }),
  })),
  handle(linkListCalls.figures, ({ tx, account, now }) => linkFigures(tx, account, now())),
  handle(linkListCalls.filters, async ({ tx, account }) => ({
    groups: await listLinkGroups(tx, account),
    batches: await listBatches(tx, account),
    ...(await linkFilters(tx, account)),
  })),
  handle(linkListCalls.hours, ({ tx, account, now }, { linkId }) => linkHours(tx, account, { linkId, now: now() })),
  handle(linkListCalls.history, ({ tx, account }, input) => linkHistory(tx, account, input)),
  handle(linkListCalls.act, (context, { linkIds, act }) => {
    const { tx, account, member, now } = context
    return reversibly(context, by =>
      runLinkBulkAction(tx, account, linkIds, act, { undoId: by.undoId, memberId: member.memberId, now: now(), shortLinkUrl }),
    )
  }),
  handle(linkListCalls.actOnAll, (context, input) =>
    startReversibly(context, by => startLinkTask(context.tx, context.account, { ...input, ...by, shortLinkUrl })),
  ),
  handle(linkListCalls.tasks, async ({ tx, account }) => ({ rows: await listLinkTasks(tx, account) })),
  handle(linkListCalls.cancelTask, ({ tx, account, now }, { taskId }) => cancelLinkTask(tx, account, { taskId, now: now() })),
  handle(linkListCalls.createGroup, ({ tx, account, now }, { name }) => createLinkGroup(tx, account, { name, now: now() })),
  handle(linkListCalls.renameGroup, ({ tx, account }, input) => renameLinkGroup(tx, account, input)),
  handle(linkListCalls.deleteGroup, (context, { linkGroupId }) =>
    reversibly(context, by =>
      deleteLinkGroup(context.tx, context.account, { ...by, linkGroupId, memberId: context.member.memberId, shortLinkUrl }),
    ),
  ),
]
