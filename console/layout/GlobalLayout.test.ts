import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#console/session.ts'
import frame from '#ui/AppFrame.module.css'
import { GlobalLayout } from './GlobalLayout.tsx'

beforeAll(() => void vi.stubGlobal('localStorage', { getItem: () => null }))
afterAll(() => void vi.unstubAllGlobals())

test('a member’s page shows the frame, with its menu, before anything is loaded', () => {
  const router = createMemoryRouter([{ path: '*', Component: GlobalLayout }], { initialEntries: ['/sms/broadcast'] })
  const routed = createElement(RouterProvider, { router })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, routed))
  expect(frame.menu).toBeTruthy()
  for (const part of [frame.brand, frame.menu, frame.header]) expect(html).toContain(`class="${part}"`)
})
