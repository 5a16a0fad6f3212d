import type { RichContent } from '@sotto/widget-core/content';
import { ButtonsPart } from './ButtonsPart';
import { CardPart } from './CardPart';
import { CarouselPart } from './CarouselPart';
import { FormPart } from './FormPart';

/** A rich block that has been read → the part that draws it. Loaded when the first one is met. */
export function RichContentPart({ content, source }: { readonly content: RichContent; readonly source: string }) {
  switch (content.type) {
    case 'card':
      return <CardPart card={content.card} source={source} />;
    case 'carousel':
      return <CarouselPart items={content.items} />;
    case 'buttons':
      return <ButtonsPart buttons={content.buttons} source={source} />;
    case 'form':
      return <FormPart form={content.form} source={source} />;
  }
}
