import { expect, test } from 'vitest'
import { counter } from '#metrics/registry.ts'
import { MonitoringServer } from './monitoring-server.ts'

const read = async (port: number, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, text: await answer.text() }
}

test('a program is alive at once, and ready between its start and its end, while its conditions hold', async () => {
  const server = new MonitoringServer()
  const port = await server.listen('127.0.0.1', 0)
  expect(await read(port, '/healthz')).toEqual({ status: 200, text: 'ok\n' })
  expect(await read(port, '/readyz')).toEqual({ status: 503, text: 'state: starting\n' })
  let problem: string | null = null
  server.start({ database: async () => problem, clock: () => null })
  expect(await read(port, '/readyz')).toEqual({ status: 200, text: 'state: ok\ndatabase: ok\nclock: ok\n' })
  problem = 'no answer within 2 s'
  expect(await read(port, '/readyz')).toEqual({ status: 503, text: 'state: ok\ndatabase: no answer within 2 s\nclock: ok\n' })
  server.drain()
  expect(await read(port, '/readyz')).toEqual({ status: 503, text: 'state: draining\n' })
  expect(await read(port, '/healthz')).toMatchObject({ status: 200 })
  await server.close()
})

test('metrics are served as text, and nothing else is there', async () => {
  const server = new MonitoringServer()
  const port = await server.listen('127.0.0.1', 0)
  counter('hongyan_monitoring_test_total', 'Of this test').inc(3)
  expect((await read(port, '/metrics')).text).toContain('\nhongyan_monitoring_test_total 3\n')
  expect(await read(port, '/')).toMatchObject({ status: 404 })
  await server.close()
})
