import { appCalls } from '#contract/apps/app.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'

/** What is no longer true after an act on apps or keys. */
export const appAnswers = [appCalls.list, appCalls.find, deliveryCalls.choices]

/** A new key, told once. */
export interface OneTimeSecret {
  accessKeyId: string
  accessKeySecret: string
}
