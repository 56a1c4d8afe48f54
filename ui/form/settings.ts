import { initialSettings, type Settings, settingCalls } from '#contract/account/setting.ts'
import { useCall } from '#ui/call.ts'

const staleMs = 60_000

/** The effective limits: of the account, or of the platform; the defaults until the answer arrives. */
export const useSettings = (): Settings => useCall(settingCalls.effective, {}, { staleTimeMs: staleMs }).data ?? initialSettings
