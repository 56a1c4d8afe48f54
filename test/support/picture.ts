import { createRequire } from 'node:module'
import sharp from 'sharp'

const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')

const colours = { paper: '#f7f2e4', card: '#e4edf3', letter: '#ffffff' } as const

/** A picture of a document with lines of text, like a photograph. */
export async function pictureOf(
  lines: readonly string[],
  {
    kind = 'jpg',
    look = 'paper',
    width = 1000,
    height = 700,
  }: { kind?: 'jpg' | 'png'; look?: keyof typeof colours; width?: number; height?: number } = {},
): Promise<Buffer> {
  const inputs = await Promise.all(
    lines.map(async (line, index) => ({
      input: await sharp({ text: { text: line, font: `Noto Sans SC ${index === 0 ? 30 : 20}`, fontfile: fontFile, rgba: true, dpi: 96 } })
        .png()
        .toBuffer(),
      left: 60,
      top: 60 + index * 70,
    })),
  )
  const drawn = sharp({ create: { width, height, channels: 3, background: colours[look] } }).composite(inputs)
  return (kind === 'jpg' ? drawn.jpeg() : drawn.png()).toBuffer()
}
