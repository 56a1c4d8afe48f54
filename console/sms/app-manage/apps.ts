import { appCalls } from '#contract/app.ts'
import { deliveryCalls } from '#contract/delivery.ts'

/** What is no longer true after an act on apps or keys. */
export const appAnswers = [appCalls.list, appCalls.find, deliveryCalls.choices]

/** A new key, told once. */
export interface ToldSecret {
  accessKeyId: string
  accessKeySecret: string
}
