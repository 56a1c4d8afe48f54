import { App, Button } from 'antd'
import { useRef } from 'react'
import { profileCalls } from '#contract/account/profile.ts'
import { FileInput } from '#ui/form/FileInput.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { limits } from '#values/limits.ts'
import { ownAnswers, type Profile } from './profile.ts'

/** Picks a picture, shrinks it in the browser, and uploads it. */
export function AvatarButton({ profile }: { profile: Profile }) {
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const set = useMessageAct(profileCalls.setAvatar, {
    invalidates: ownAnswers,
    done: (_, { picture }) => (picture ? '头像已更换' : '头像已移除'),
  })
  const send = (picture: string | null) => set.mutate({ picture })
  const pick = async (file: File) => {
    const picture = await small(file)
    if (picture) send(picture)
    else void message.error('无法读取这张图片，请换一张JPG、PNG或WebP图片')
  }
  return (
    <>
      <FileInput ref={input} accept="image/jpeg,image/png,image/webp" aria-label="选择头像图片" onPick={([file]) => void pick(file!)} />
      <Button type="link" size="small" loading={set.isPending} onClick={() => input.current?.click()}>
        更换
      </Button>
      {profile.avatarId ? (
        <Button type="link" size="small" onClick={() => send(null)}>
          移除
        </Button>
      ) : null}
    </>
  )
}

/** The centre of a picture as a square, in base64; null when the browser can't read it. */
async function small(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const side = limits.avatarSidePixels * 2
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const from = Math.min(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, side, side)
  context.drawImage(bitmap, (bitmap.width - from) / 2, (bitmap.height - from) / 2, from, from, 0, 0, side, side)
  return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? null
}
