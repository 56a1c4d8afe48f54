import { expect, test } from 'vitest'
import { signAws } from './aws-signature.ts'

/** The example of Amazon's documentation: Authenticating Requests (AWS Signature Version 4), GET Object. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = new Date('2013-05-24T00:00:00Z')
const sign = (method: string, url: string, headers: Record<string, string>, body = '') =>
  signAws({ method, url: new URL(url), headers, body: Buffer.from(body), now }, credentials).authorization?.split('Signature=')[1]

test('requests are signed as in the examples of Amazon', () => {
  expect(sign('GET', 'https://examplebucket.s3.amazonaws.com/test.txt', { range: 'bytes=0-9' })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  expect(sign('GET', 'https://examplebucket.s3.amazonaws.com/?lifecycle', {})).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(sign('GET', 'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J', {})).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
  expect(
    sign(
      'PUT',
      'https://examplebucket.s3.amazonaws.com/test%24file.text',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      'Welcome to Amazon S3.',
    ),
  ).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd')
})
