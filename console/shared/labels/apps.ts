import { appStates, keyStates } from '#contract/apps/app.ts'
import type { AppKind } from '#contract/apps/app-labels.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const appKindNames: Record<AppKind, string> = { production: '生产', test: '测试' }

export const allowlistModeNames = { off: '不限制', watch: '只记录', on: '只许名单内' } as const

export const appStateTags = tagged(appStates, { enabled: 'good', disabled: 'ended' })

export const keyStateTags = tagged(keyStates, { enabled: 'good', ending: 'waiting', disabled: 'ended' })

export const sessionKindNames = { transmitter: '只发送', receiver: '只接收', transceiver: '收发' } as const
