import { createRootRoute } from '@tanstack/react-router'
import { NotFound } from '../shell/fallback-pages.tsx'
import { Frame } from '../shell/frame.tsx'

export const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })
