import { operatorChannelCalls } from '#contract/operator-channel.ts'
import { listChannels } from '#domain/staff/channel.ts'
import { handle } from './serve.ts'

export const operatorChannelHandlers = [handle(operatorChannelCalls.list, async ({ tx }) => ({ rows: await listChannels(tx) }))]
