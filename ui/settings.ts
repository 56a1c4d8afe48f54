import { initialSettings, type Settings, settingCalls } from '#contract/account/setting.ts'
import { useCall } from './call.ts'

const staleMs = 60_000

/** The limits that hold for whoever is looking: their account's, or the platform's; the usual ones until the answer is there. */
export const useSettings = (): Settings => useCall(settingCalls.effective, {}, { staleTimeMs: staleMs }).data ?? initialSettings
