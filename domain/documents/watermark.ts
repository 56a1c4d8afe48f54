import { createRequire } from 'node:module'
import sharp from 'sharp'
import { formatChinaTime } from '#values/china-time.ts'

/** The font is bundled: a server may have no Chinese font. */
const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')

const sides = { small: 480, whole: 2400 } as const
export type PictureSize = keyof typeof sides

/**
 * Watermarks a picture for staff with viewer and time, so that a leaked copy can be traced. JPEG, at most 2,400 pixels
 * wide or high, or 480 for a list.
 */
export async function watermarked(picture: Buffer, { name, at, size }: { name: string; at: Date; size: PictureSize }): Promise<Buffer> {
  const side = sides[size]
  const { data, info } = await sharp(picture)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toBuffer({ resolveWithObject: true })
  const points = Math.max(7, Math.round(Math.max(info.width, info.height) / 60))
  const tile = await tileOf(`${name} ${formatChinaTime(at)} 仅供审核`, points)
  // The tile must not be larger than the picture it is composited on.
  const fitted = await sharp(tile).resize(info.width, info.height, { fit: 'inside', withoutEnlargement: true }).toBuffer()
  return sharp(data)
    .composite([{ input: fitted, tile: true, gravity: 'centre' }])
    .jpeg({ quality: 85 })
    .toBuffer()
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function tileOf(text: string, points: number): Promise<Buffer> {
  // Dark and light text one pixel apart, readable on any background.
  const line = (colour: string) =>
    sharp({
      text: {
        text: `<span foreground="${colour}" alpha="38%">${escaped(text)}</span>`,
        font: `Noto Sans SC ${points}`,
        fontfile: fontFile,
        rgba: true,
        dpi: 96,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  const [dark, light] = await Promise.all([line('#203040'), line('#ffffff')])
  const gap = points * 5
  const both = await sharp({
    create: { width: dark.info.width + gap, height: dark.info.height + gap, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([
      { input: light.data, left: 1, top: 1 },
      { input: dark.data, left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
  return sharp(both)
    .rotate(-24, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}
