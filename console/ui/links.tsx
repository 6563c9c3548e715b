import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  NavLink,
  type NavLinkProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

type Of<Props> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props | 'href'> &
  Props & { readonly ref?: Ref<HTMLAnchorElement> }

/** Typed router links that preload the page on hover. */
export const LinkButton = createLink((props: Of<ButtonProps>) => <Button component="a" {...props} />)
export const LinkIcon = createLink((props: Of<ActionIconProps>) => <ActionIcon component="a" {...props} />)
export const LinkAnchor = createLink((props: Of<AnchorProps>) => <Anchor {...props} />)
export const LinkInMenu = createLink((props: Of<NavLinkProps>) => <NavLink {...props} />)
type InDropdown = { readonly children?: ReactNode }
export const LinkInDropdown = createLink((props: Of<InDropdown>) => <Menu.Item component="a" {...props} />)
