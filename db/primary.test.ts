import { expect, test } from 'vitest'
import { serversOf } from './primary.ts'

test.each([
  [
    'postgresql://u:p@a:5432,b:5433/shop?sslmode=require',
    ['postgresql://u:p@a:5432/shop?sslmode=require', 'postgresql://u:p@b:5433/shop?sslmode=require'],
  ],
  ['postgresql://a,b/shop', ['postgresql://a/shop', 'postgresql://b/shop']],
  ['postgresql://u@/shop?host=/x,/y', ['postgresql://u@/shop?host=%2Fx', 'postgresql://u@/shop?host=%2Fy']],
  ['postgresql://u@/shop?host=%2Fx%2C%2Fy&port=1,2', ['postgresql://u@/shop?host=%2Fx&port=1', 'postgresql://u@/shop?host=%2Fy&port=2']],
  ['postgresql://u:p@a:5432/shop', ['postgresql://u:p@a:5432/shop']],
  ['postgresql://u@/shop?host=%2Fx&options=-c%20a%3Db', ['postgresql://u@/shop?host=%2Fx&options=-c%20a%3Db']],
])('%s', (url, servers) => expect(serversOf(url)).toEqual(servers))
