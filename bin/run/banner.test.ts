import { expect, test } from 'vitest'
import { banner } from './banner.ts'

const started = { listening: {}, demo: null, closed: [], setupUrl: null }
const local = { admin: 'http://127.0.0.1:2', openapi: 'http://127.0.0.1:3', redirect: 'http://127.0.0.1:4', smpp: '127.0.0.1:5' }

test('a start says which addresses of a public platform only this machine can open', () => {
  const open = { ...local, console: 'https://sms.example.com' }
  expect(banner({ ...started, addresses: open })).toContain('开放接口和短链的地址只有本机能打开，请设置 OPENAPI_URL、SHORT_LINK_URL')
  expect(banner({ ...started, addresses: { ...open, openapi: 'https://api.example.com' } })).toContain(
    '短链的地址只有本机能打开，请设置 SHORT_LINK_URL',
  )
  expect(banner({ ...started, addresses: { ...local, console: 'http://127.0.0.1:1' } })).not.toContain('只有本机')
})
