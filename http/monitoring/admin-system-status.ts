import { systemAlertKinds } from '#contract/home/system-alert.ts'
import { systemStatusCalls } from '#contract/monitoring/admin-system-status.ts'
import { readPlatformState } from '#domain/monitoring/index.ts'
import { acknowledgeSystemAlert } from '#domain/platform/index.ts'
import { handle } from '#http/server/serve.ts'
import { pick } from '#values/pick.ts'

export const systemStatusHandlers = [
  handle(systemStatusCalls.read, async ({ tx }) => {
    const { channels, outbox, parkedReports, ...state } = await readPlatformState(tx)
    const parkedOf = new Map(parkedReports.map(({ channelId, count }) => [channelId, count]))
    return {
      ...state,
      channels: channels.map(channel => ({
        ...pick(channel, 'channelId', 'name', 'isEnabled', 'stateDetail'),
        isUp: channel.state === 'up' && channel.isHeld,
        parkedCount: parkedOf.get(channel.channelId) ?? 0,
        outbox: outbox.filter(row => row.channelId === channel.channelId),
      })),
    }
  }),

  handle(systemStatusCalls.acknowledge, async ({ tx, staff, now, note }, alert) => {
    note({ object: `${systemAlertKinds[alert.kind].name} ${alert.subject}`.trim() })
    await acknowledgeSystemAlert(tx, { ...alert, staffId: staff.staffId, now: now() })
  }),
]
