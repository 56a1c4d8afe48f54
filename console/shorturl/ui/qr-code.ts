import { Ecc, QrCode } from '@rc-component/qrcode/es/libs/qrcodegen.js'

/** Light modules around the code, which scanners need. */
const quietModules = 4

/** Squares of a text's QR code, row by row; dark ones are true. */
export const squaresOf = (text: string): boolean[][] => QrCode.encodeText(text, Ecc.MEDIUM).getModules()

/** Dark runs of each row: x, y and width, with the quiet zone. */
const runsOf = (squares: readonly (readonly boolean[])[]) =>
  squares.flatMap((row, y) =>
    [
      ...row
        .map(isDark => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => ({
      x: index + quietModules,
      y: y + quietModules,
      width: run.length,
    })),
  )

/** A QR code as an SVG file. */
export function qrSvg(text: string, { colour, size }: { colour: string; size: number }): string {
  const squares = squaresOf(text)
  const side = squares.length + 2 * quietModules
  const path = runsOf(squares)
    .map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#FFFFFF" d="M0 0h${side}v${side}H0z"/><path fill="${colour}" d="${path}"/></svg>\n`
}

/** A QR code as a PNG file, drawn on a canvas that is used again and again; its squares are whole pixels. */
export async function qrPng(canvas: HTMLCanvasElement, text: string, { colour, size }: { colour: string; size: number }): Promise<Blob> {
  const squares = squaresOf(text)
  const side = squares.length + 2 * quietModules
  const scale = Math.max(1, Math.floor(size / side))
  const margin = Math.floor((size - side * scale) / 2)
  canvas.width = size
  canvas.height = size
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('the browser has no canvas')
  paper.fillStyle = '#FFFFFF'
  paper.fillRect(0, 0, size, size)
  paper.fillStyle = colour
  for (const { x, y, width } of runsOf(squares)) paper.fillRect(margin + x * scale, margin + y * scale, width * scale, scale)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))), 'image/png'),
  )
}
