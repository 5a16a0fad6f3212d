import { Help } from './Help';

export default function Page() {
  return <Help />;
}
