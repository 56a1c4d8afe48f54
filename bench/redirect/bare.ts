/** The minimum of a Node program: the same 302 for everybody, as the baseline of the redirector. */
import { createServer } from 'node:http'
import { portOrThrow } from '#values/or-throw.ts'

const server = createServer({ keepAliveTimeout: 30_000 }, (_, response) => {
  response.writeHead(302, ['location', 'https://example.com/1', 'cache-control', 'no-store', 'content-length', '0'])
  response.end()
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => process.send?.({ ready: { port: portOrThrow(server) } }))
process.on('disconnect', () => process.exit(0))
