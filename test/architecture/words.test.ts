import path from 'node:path'
import { expect, test } from 'vitest'
import { firstOrThrow } from '#values/or-throw.ts'
import { readRoomFile, roomFiles } from './rooms.ts'

/** Words of addresses that must not appear in the code, with the word that the code uses instead (glossary). */
const words: Record<string, string> = { combo: 'package', derivation: 'export', uaccount: 'account', ulog: 'activity' }
const eitherCase = (word: string) => `[${firstOrThrow(word).toUpperCase()}${word[0]}]${word.slice(1)}`
const identifier = new RegExp(`(?<![\\w/.'-])(${Object.keys(words).map(eitherCase).join('|')})(?![a-z])`, 'g')

const strangeWords = (text: string) => [...text.matchAll(identifier)].map(match => match[0])

const root = path.join(import.meta.dirname, '../..')

test('the code uses the words of the glossary', () => {
  const files = roomFiles(root)
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => strangeWords(readRoomFile(root, file)).map(word => `${file}: ${word}`))).toEqual([])
})

test.each(['const comboList = []', 'function derivation() {}', 'type Ulog = string'])('%s is caught', text =>
  expect(strangeWords(text)).toHaveLength(1),
)
test('an address is no word of the code', () => expect(strangeWords("import('./sms/combo/Page.tsx')")).toEqual([]))

/** Identifiers that the field's terms have replaced; they must not come back. */
const replaced: Record<string, string> = {
  Turnstile: 'ConcurrencyLimiter',
  QuickDoor: 'HttpFastPath',
  Tenure: 'ChannelLease',
  Outflow: 'DeliverQueue',
  Hindrance: 'Blocker',
  Pocket: 'LedgerAccount',
  Purse: 'Wallet',
  Purport: 'InvoiceAttribution',
  Sieve: 'Condition',
  Telling: 'Notification',
  ToldOnce: 'OneTimeSecret',
  Wish: 'Input',
  comeAgain: 'requeue',
  giveUp: 'abandon',
  isPassing: 'isRetryable',
  isServerAway: 'isServerUnavailable',
  operatorCalls: 'adminCalls',
  redNumber: 'creditNoteNumber',
  speakChinese: 'setChineseErrorMap',
  unseal: 'decrypt',
}
const replacedWord = new RegExp(`\\b\\w*(?:${Object.keys(replaced).join('|')})(?![a-z])\\w*`, 'g')
const replacedWords = (text: string) => [...text.matchAll(replacedWord)].map(match => match[0])

test('identifiers that were replaced do not come back', () => {
  const files = roomFiles(root)
  expect(files.flatMap(file => replacedWords(readRoomFile(root, file)).map(word => `${file}: ${word}`))).toEqual([])
})
test.each(['createTurnstile()', 'interface InvoiceWish {}'])('%s is caught as replaced', text =>
  expect(replacedWords(text)).toHaveLength(1),
)
