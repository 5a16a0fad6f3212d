import { Parser } from 'htmlparser2';
import { refuseDepth } from './depth';

/** What is done at the parts of an XML document. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (data: string, parent: string) => void;
  readonly close?: (name: string) => void;
}

/** Walks through an XML document. @throws for more than 1,000 elements inside each other */
export function parseXml(xml: string, { open, text, close }: XmlHandlers): void {
  const path: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        path.push(name);
        refuseDepth(path.length);
        open?.(name, attributes);
      },
      ontext: (data) => {
        text?.(data, path.at(-1) ?? '');
      },
      onclosetag(name) {
        path.pop();
        close?.(name);
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
}
