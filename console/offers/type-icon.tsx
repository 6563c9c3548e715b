import {
  CameraIcon,
  ChatIcon,
  CompassIcon,
  FormIcon,
  GlobeIcon,
  PhoneIcon,
  PictureIcon,
  StarIcon,
  StoreIcon,
  TranslateIcon,
} from '../ui/icons.tsx'

/** Icons by the first part of a type's code, such as `survey` of `survey.external`. Catalogs can have others. */
const icons: Readonly<Record<string, typeof GlobeIcon>> = {
  app: PhoneIcon,
  image: PictureIcon,
  photo: CameraIcon,
  price: StoreIcon,
  social: ChatIcon,
  store: StoreIcon,
  survey: FormIcon,
  text: StarIcon,
  translate: TranslateIcon,
  web: GlobeIcon,
}

/** The kind of work as a decorative icon; the category beside it says the same. */
export function TypeIcon({ type }: { readonly type: string }) {
  const Icon = icons[type.split('.')[0] ?? ''] ?? CompassIcon
  return <Icon />
}
