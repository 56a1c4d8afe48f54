/** Blacklist, opt-out and frequency limits. */
export { addToPlatformBlacklist, listPlatformBlacklist, removeFromPlatformBlacklist } from './admin-platform-blacklist.ts'
export { type BlockingEntry, blockedPhones, countedHits, countHits, isBlocking, liftOptOut, optOut } from './blacklist.ts'
export {
  addToBlacklist,
  type BlacklistPlace,
  blacklistedPhone,
  removeFromBlacklist,
  requirePlace,
  requireSignature,
  upsertEntries,
} from './blacklist-entry.ts'
export { blacklistExport } from './blacklist-export.ts'
export { blacklistFigures, checkPhone, countBlacklist, listBlacklist, matchingEntries } from './blacklist-list.ts'
export { type FrequencyWindow, frequencyOf, overFrequencyLimit, readFrequencyCounts, Use, windowsOf } from './frequency.ts'
export { isOptOut } from './opt-out.ts'
export { optOutToken, readOptOutToken } from './opt-out-link.ts'
export { addOptOutWord, optOutSettings, ownOptOutWords, removeOptOutWord, setOptOutAnswer } from './opt-out-setting.ts'
export { recordEntries, restoreEntries } from './reversible.ts'
