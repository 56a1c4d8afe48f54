import path from 'node:path'
import { expect, test } from 'vitest'
import { readRoomFile, roomFiles, wrongImports } from './rooms.ts'

const root = path.join(import.meta.dirname, '../..')

test('every file imports only what its room may', () => {
  const files = roomFiles(root)
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => wrongImports(file, readRoomFile(root, file)))).toEqual([])
})

test.each([
  ['values/money.ts', "import { call } from '#contract/call.ts'"],
  ['console/home/Page.tsx', "const page = import('#domain/sms/today.ts')"],
  ['domain/ledger/charge.ts', "import { todayFigures } from '../sms/today.ts'"],
  ['operator/home/Page.tsx', "import { useMe } from '#console/session.ts'"],
  ['http/serve.ts', "import { Supervisor } from '../bin/supervisor.ts'"],
])('%s is caught at: %s', (file, text) => expect(wrongImports(file, text)).toHaveLength(1))
