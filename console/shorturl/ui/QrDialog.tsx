import { Button, QRCode } from 'antd'
import { useRef, useState } from 'react'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Link.module.css'
import { firstColour, QrSize, Swatches } from './QrLook.tsx'

const logoBytes = 1024 * 1024

/** QR code of a short address: colour, a logo that stays in this browser, PNG or SVG. */
export function QrDialog({ shortUrl, onClose }: { shortUrl: string; onClose: () => void }) {
  const [colour, setColour] = useState<string>(firstColour)
  const [size, setSize] = useState(600)
  const [logo, setLogo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const drawn = useRef<HTMLDivElement>(null)
  const name = new URL(shortUrl).pathname.slice(1)
  const facts = {
    value: shortUrl,
    color: colour,
    bgColor: '#FFFFFF',
    bordered: false,
    // The quiet zone that scanners need.
    marginSize: 4,
    // A logo covers modules: the highest error correction compensates for them.
    errorLevel: logo ? ('H' as const) : ('M' as const),
    ...(logo ? { icon: logo } : {}),
  }
  const savePng = () => {
    const canvas = drawn.current?.querySelector('canvas')
    if (canvas) save(canvas.toDataURL('image/png'), `${name}.png`)
  }
  const saveSvg = () => {
    const svg = drawn.current?.querySelector('svg')
    if (svg) save(URL.createObjectURL(new Blob([svgText(svg, size)], { type: 'image/svg+xml' })), `${name}.svg`)
  }
  return (
    <Dialog
      open
      title="二维码"
      width={600}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={saveSvg}>下载 SVG</Button>
          <Button type="primary" onClick={savePng}>
            下载 PNG
          </Button>
        </>
      }
    >
      <div className={style.qr}>
        <div ref={drawn}>
          <div className={style.qrPaper}>
            <QRCode {...facts} type="svg" size={220} iconSize={44} role="img" aria-label={`${shortUrl} 的二维码`} />
          </div>
          <div className={style.hidden}>
            <QRCode {...facts} type="canvas" size={size} iconSize={Math.round(size * 0.2)} />
          </div>
        </div>
        <div>
          <Swatches value={colour} onChange={setColour} />
          <LogoField logo={logo} onLogo={setLogo} onProblem={setProblem} />
          <QrSize value={size} onChange={setSize} />
          <FormRefusal error={problem === null ? null : { message: problem }} />
        </div>
      </div>
    </Dialog>
  )
}

interface LogoFieldProps {
  logo: string | null
  onLogo: (logo: string | null) => void
  onProblem: (problem: string | null) => void
}

function LogoField({ logo, onLogo, onProblem }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (!/^image\/(png|jpeg)$/.test(file.type) || file.size > logoBytes) return onProblem('图标须为1MB以内的PNG或JPG图片')
    const square = await squareOf(file)
    onProblem(square === null ? '图片无法打开，请换一张' : null)
    if (square !== null) onLogo(square)
  }
  return (
    <Field label="中间的图标" isGroup hint="PNG 或 JPG，只在本浏览器里使用，不会上传">
      {() => (
        <span className={`${layout.beside} ${layout.centered}`}>
          <input
            ref={input}
            className={style.hidden}
            type="file"
            accept="image/png,image/jpeg"
            aria-label="选择图标"
            onChange={event => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button onClick={() => input.current?.click()}>{logo ? '更换图标' : '选择图标'}</Button>
          {logo ? (
            <Button type="text" onClick={() => onLogo(null)}>
              去掉
            </Button>
          ) : null}
        </span>
      )}
    </Field>
  )
}

const squarePixels = 256

/** A picture, undistorted on a white square, as a data URL; null when it is no picture. */
async function squareOf(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  const canvas = document.createElement('canvas')
  canvas.width = squarePixels
  canvas.height = squarePixels
  const paper = canvas.getContext('2d')
  if (!picture || !paper) return null
  const scale = squarePixels / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  paper.fillStyle = '#FFFFFF'
  paper.fillRect(0, 0, squarePixels, squarePixels)
  paper.drawImage(picture, (squarePixels - width) / 2, (squarePixels - height) / 2, width, height)
  return canvas.toDataURL('image/png')
}

/** The SVG, including its logo, as a standalone file with an explicit size. */
function svgText(drawing: SVGElement, size: number): string {
  const svg = drawing.cloneNode(true) as SVGElement
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  svg.setAttribute('width', String(size))
  svg.setAttribute('height', String(size))
  return new XMLSerializer().serializeToString(svg)
}

function save(url: string, fileName: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  if (url.startsWith('blob:')) setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
