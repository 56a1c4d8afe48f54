import path from 'node:path'
import { expect, test } from 'vitest'
import { layerFiles, readLayerFile, unknownFolders, wrongImports } from './layers.ts'

const root = path.join(import.meta.dirname, '../..')

test('every file imports only what its layer and its module may', () => {
  const files = layerFiles(root)
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(file => wrongImports(file, readLayerFile(root, file)))).toEqual([])
})

test('every folder of contract, domain and http is a module of the list', () => expect(unknownFolders(layerFiles(root))).toEqual([]))

test.each([
  ['values/money.ts', "import { call } from '#contract/call.ts'"],
  ['console/home/Page.tsx', "const page = import('#domain/messages/index.ts')"],
  ['domain/ledger/charge.ts', "import { todayFigures } from '#domain/messages/index.ts'"],
  ['domain/messages/send.ts', "import { chargeMessages } from '#domain/ledger/charge.ts'"],
  ['domain/messages/send.ts', "import { settle } from './index.ts'"],
  ['jobs/broadcast.ts', "import { startBroadcast } from '#domain/broadcast/start.ts'"],
  ['admin/home/Page.tsx', "import { useMe } from '#console/session.ts'"],
  ['http/server/serve.ts', "import { Supervisor } from '../../bin/run/supervisor.ts'"],
  ['newlayer/serve.ts', "import { call } from '#contract/call.ts'"],
])('%s is caught at: %s', (file, text) => expect(wrongImports(file, text)).toHaveLength(1))

test('a folder without a rule is caught', () =>
  expect(unknownFolders(['domain/misc/index.ts', 'http/open/app.ts'])).toEqual(['domain/misc']))
